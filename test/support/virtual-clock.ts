export { settle, VirtualClock } from "../unit/client/support/virtual-clock";
