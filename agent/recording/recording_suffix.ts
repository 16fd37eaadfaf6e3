/** What every recording's name ends with. */
export const RECORDING_SUFFIX = ".recording.json";
