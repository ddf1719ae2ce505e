import { expect, test } from "vitest";
import { client, failure, serve } from "../client/support/local-server";
import { readingOf, recordings, replyOf, transportOf } from "./recordings";

test.each(recordings.filter(([, recording]) => !("unread" in recording.expect)))(
  "the client reads the recorded response %s as the recording expects",
  async (_, recording) => {
    const { url } = await serve(replyOf(recording.response));
    const reading = readingOf(recording, client(url, { endpointTransport: transportOf(recording) }));
    if ("error" in recording.expect) expect(await failure(reading)).toMatchObject(recording.expect.error);
    else if ("value" in recording.expect) expect(await reading).toMatchObject(recording.expect.value as object);
  },
);

test.each(recordings.filter(([file]) => Number(file.split("-")[0]) >= 70))(
  "the recording %s says what it changed in Podwright",
  (_, { changed }) => expect(changed).toMatch(/^[a-z]/),
);
