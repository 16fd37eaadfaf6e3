/**
 * The help text of the command that replays recordings, in both languages.
 *
 * @module
 */
import type { Language } from "../../tools/types.ts";

/** By command and language. */
export const REPLAY_HELP: Readonly<Record<"replay", Record<Language, string>>> = {
  replay: {
    en: `handrail replay FILE|FOLDER… [--update] [--json] [--junit FILE|-]     against today's tools
handrail replay FILE|FOLDER… --model SPEC                             against a model

Against the tools, the recorded calls are made once more, in order, at the recorded time, and people decide as they
did: are the results, and what a model is told of each tool, still the same? Against a model, the same requests are
made: does it choose the same tools with the same arguments? Every field that differs is shown; volatile ones, which
the recording lists, may. A folder stands for all *.recording.json below it.

--update takes what is so now for right and rewrites the files. --junit writes a report for a build server.
Writes go to a desk in memory. --desk real sends them to HANDRAIL_DESK_URL, and asks first; --yes where nobody can be
asked.
Exit codes: 0 nothing differs, 1 something does, 2 a file is no recording.
A recording is made by handrail sessions export. See docs/replay.md.
`,
    zh: `handrail replay 文件|文件夹… [--update] [--json] [--junit 文件|-]     与现在的工具比较
handrail replay 文件|文件夹… --model 模型                              与某个模型比较

与工具比较：按录制的顺序和时间再调用一次，审批与回答照旧，看结果以及模型看到的工具说明是否一致。
与模型比较：提同样的请求，看它是否选同样的工具、给同样的参数。有差异的字段逐一列出；录制里声明为易变的字段除外。
文件夹代表其中所有 *.recording.json。

--update 以现在的结果为准并改写文件。--junit 为构建服务器写报告。
写操作只到内存里的订单台。--desk real 会发往 HANDRAIL_DESK_URL，先询问；无人可问时加 --yes。
退出码：0 一致，1 有差异，2 文件不是录制。
录制由 handrail sessions export 生成。详见 docs/replay.md。
`,
  },
};
