import { type FoundConfig, readConfigFile } from "../../cli/settings/config_file.ts";

/** A `handrail.json` with this text, read as the program reads it. */
export function parseConfigFile(text: string): FoundConfig | undefined {
  return readConfigFile([{ path: "handrail.json", isOwn: false }], () => text);
}
