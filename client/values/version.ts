/** Of this package, for logs of the platform. The same as in `package.json`, which no built file can count on finding. */
export const VERSION = "0.1.0";
