export { someAtOnce } from "../../provider/values/some-at-once";
