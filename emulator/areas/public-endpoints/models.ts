import type { JobResult } from "../../scripts/handler";

type Input = Readonly<Record<string, unknown>>;

/** A model that RunPod runs for all accounts. */
export interface PublicModel {
  readonly id: string;
  /** Returns the error text for a bad input. The job then fails at once with this text. */
  readonly refuses: (input: Input) => string | undefined;
  /** Returns the cost of the output in US dollars. */
  readonly costOf: (input: Input) => number;
  /** Returns a plausible output. `key` makes the output unique to the job. */
  readonly respond: (input: Input, key: string) => JobResult;
}

export const publicModels: readonly PublicModel[] = [
  image("black-forest-labs-flux-1-dev", 0.02, 28),
  image("black-forest-labs-flux-1-schnell", 0.0024, 4),
  video("wan-2-5"),
  speech("minimax-speech-02-hd", 0.05),
  text("qwen3-32b-awq", 10),
];

export function findModel(id: string | undefined): PublicModel | undefined {
  return publicModels.find((model) => model.id === id);
}

/** A host name that can never exist. */
const host = "https://public-output.emulator.invalid";

function image(id: string, perMegapixel: number, usualSteps: number): PublicModel {
  const side = (input: Input, name: string) => numberIn(input, name, 1024);
  const costOf = (input: Input) => usd((side(input, "width") * side(input, "height") * perMegapixel) / 1_000_000);
  return {
    id,
    costOf,
    refuses: (input) => {
      for (const name of ["width", "height"]) {
        const pixels = side(input, name);
        if (!(pixels >= 256 && pixels <= 1536 && pixels % 64 === 0))
          return `${name} must be a multiple of 64 from 256 to 1536`;
      }
      return needsText(input, "prompt");
    },
    respond: (input, key) => ({
      output: { image_url: `${host}/${key}.${input.image_format === "png" ? "png" : "jpeg"}`, cost: costOf(input) },
      durationMs: numberIn(input, "num_inference_steps", usualSteps) * 100,
    }),
  };
}

function video(id: string): PublicModel {
  const seconds = (input: Input) => numberIn(input, "duration", 5);
  const costOf = (input: Input) => usd((seconds(input) / 5) * perFiveSeconds(input.resolution ?? input.size));
  return {
    id,
    costOf,
    refuses: (input) => (seconds(input) > 0 ? needsText(input, "prompt") : "duration must be a number above 0"),
    respond: (input, key) => ({
      output: { video_url: `${host}/${key}.mp4`, cost: costOf(input) },
      durationMs: seconds(input) * 4000,
    }),
  };
}

/** Returns the price of five seconds of video. The price depends on the shorter side. `size` is `1280*720` or `720p`. */
function perFiveSeconds(size: unknown): number {
  const sides = String(size ?? "720p").match(/\d+/g) ?? ["720"];
  const lines = Math.min(...sides.map(Number));
  if (lines <= 480) return 0.25;
  return lines <= 720 ? 0.5 : 0.75;
}

function speech(id: string, perThousand: number): PublicModel {
  const characters = (input: Input) => [...String(input.prompt ?? input.text ?? "")].length;
  const costOf = (input: Input) => usd((characters(input) * perThousand) / 1000);
  return {
    id,
    costOf,
    refuses: (input) => (input.text === undefined ? needsText(input, "prompt") : needsText(input, "text")),
    respond: (input, key) => ({
      output: { audio_url: `${host}/${key}.mp3`, cost: costOf(input) },
      durationMs: 500 + characters(input) * 5,
    }),
  };
}

function text(id: string, perMillion: number): PublicModel {
  const question = (input: Input) => String(input.prompt ?? JSON.stringify(input.messages ?? ""));
  const reply = (input: Input) => words(question(input)).slice(0, numberIn(input, "max_tokens", 256));
  const costOf = (input: Input) => usd((reply(input).length * perMillion) / 1_000_000);
  return {
    id,
    costOf,
    refuses: (input) => {
      if (!(numberIn(input, "max_tokens", 1) >= 1)) return "max_tokens must be a number of at least 1";
      if (Array.isArray(input.messages)) return undefined;
      return needsText(input, "prompt");
    },
    respond: (input) => {
      const tokens = reply(input);
      const usage = { input: Math.ceil(question(input).length / 4), output: tokens.length };
      const choices = [{ tokens: [tokens.join("")] }];
      return { output: [{ choices, cost: costOf(input), usage }], durationMs: 200 + tokens.length * 10 };
    },
  };
}

/** Splits the model's output into tokens, one for each word. */
function words(question: string): string[] {
  return `You asked: ${question} This is an answer of the emulator.`.split(/(?= )/);
}

function needsText(input: Input, name: string): string | undefined {
  const value = input[name];
  return typeof value === "string" && value !== "" ? undefined : `${name} is required`;
}

function numberIn(input: Input, name: string, usual: number): number {
  const value = input[name] ?? usual;
  return typeof value === "number" ? value : Number.NaN;
}

function usd(amount: number): number {
  return Math.round(amount * 1e9) / 1e9;
}
