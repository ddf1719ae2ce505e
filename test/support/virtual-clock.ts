export { settle, VirtualClock } from "../client/support/virtual-clock";
