/** Type token of the component in the npm package. The states of users' stacks contain it, so it must never change. */
export const modelServerType = "podwright:components:ModelServer";
