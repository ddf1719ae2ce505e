import { others } from "../harness/runpods-guides/guides";
import { otherGuides } from "../harness/runpods-guides/story";

otherGuides(others);
