export { settle, VirtualClock } from "../unit/platform/support/virtual-clock";
