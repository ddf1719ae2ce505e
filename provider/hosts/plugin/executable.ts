import { startupSnapshot } from "node:v8";
import { listen } from "./listen";
// Not left to the first request: what is loaded here lies in the executable as a heap, ready to run.
import "./provider";
import { serve } from "./serve";

const start = () => listen(async () => serve);

// An executable for another machine's processor is made without a snapshot, because only that one could take it.
if (startupSnapshot.isBuildingSnapshot()) startupSnapshot.setDeserializeMainFunction(start);
else start();
