import { startupSnapshot } from "node:v8";
import { listen } from "./listen";
import { rehearse } from "./rehearsal";
import { serve } from "./serve";

const start = () => listen(async () => serve);

// What is loaded and compiled here lies in the executable as a heap, ready to run. One for another machine's processor is
// made without, because only that machine could take its heap.
if (startupSnapshot.isBuildingSnapshot()) {
  startupSnapshot.setDeserializeMainFunction(start);
  void rehearse();
} else start();
