/** The type of the npm package's component. Stacks hold it, so it does not change. */
export const modelServerType = "podwright:components:ModelServer";
