import { sample } from "../harness/runpods-guides/guides";
import { wholeGuides } from "../harness/runpods-guides/story";

wholeGuides(sample);
