/** The account everything belongs to. */
export const userId = "user_emulator";
