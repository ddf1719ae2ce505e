import { sample } from "../harness/runpods-guides/guides";
import { guidesAsPrograms } from "../harness/runpods-guides/story";

guidesAsPrograms(sample);
