/**
 * The help of the program as a whole, in both languages.
 *
 * @module
 */
import type { Language } from "../../tools/types.ts";

/** By language. */
export const MAIN_HELP: Readonly<Record<Language, string>> = {
  en:
    `Handrail: a terminal agent whose tool calls are safe to repeat, to refuse, to show, to cut off and to replay.

Usage
  handrail [chat]              talk to it (Ctrl-C ends a turn, Ctrl-D leaves)
  handrail run "TEXT"          one turn: the answer on stdout, progress on stderr
  handrail json                JSON lines in and out, for programs
  handrail service             each request goes to one of three workers: order, refund, knowledge
  handrail kb ingest PATH…     take documents in; also: kb search, info, verify, remove, export
  handrail tools list          what the model can call; also: tools stats, tools lint
  handrail sessions list       conversations; also: sessions show, resume, trace, rename, remove, fork, export
  handrail resume ID           goes on with one; --last: with the one used last
  handrail models list         whose models can be used, and which key is still missing
  handrail approvals list      what a session may do without asking; also: approvals withdraw [TOOL]
  handrail idempotency list    what was done and is remembered; also: idempotency forget KEY
  handrail breaker list        tools that fail or are switched off; also: breaker reset [TOOL]
  handrail replay FILE…        recorded conversations against today's tools, or against a model
  handrail mask                replace personal data in what flows from stdin to stdout
  handrail selftest            check the whole chain, offline
  handrail doctor              what works on this machine and what does not, and what to do about it
  handrail schema              JSON Schema of JSON mode's events and commands
  handrail completions SHELL   a script that completes commands, for bash, zsh, fish or powershell

Flags
  --session ID     create or continue a session      --profile NAME   chat, service, order, refund, knowledge
  --model SPEC     offline, or PROVIDER:MODEL        --lang en|zh     the language of every command's own words
  --help, --version

Environment
  HANDRAIL_MODEL        model to use (offline)        keys and addresses: see handrail models list
  HANDRAIL_TEMPERATURE, HANDRAIL_MAX_TOKENS, HANDRAIL_REASONING   how it is asked (docs/models.md)
  HANDRAIL_LANG         en or zh, else as LANG says   NO_COLOR         no colours
  AGENT_CONFIRM_TOOLS   tools that ask first, beside the risky ones: names, *, or none
  AGENT_GUARD_PII       1: personal data stays away from the model and from every file
  HANDRAIL_KB           index file                    HANDRAIL_STATE   folder of sessions and the ledger
  HANDRAIL_KB_ABOUT     what your documents are about, in a line, so that a model knows when to look
  HANDRAIL_EMBEDDER     search by meaning too: local (default), openai:MODEL, or none for words alone
  HANDRAIL_MODEL_DIR    folder with its model, else   HANDRAIL_MODEL_URL (fetched once) into HANDRAIL_CACHE
  HANDRAIL_CALL_LOG     off: no log of calls          HANDRAIL_LOG_LEVEL   error, warn, info or debug, on stderr
  IDEMPOTENCY_STORE     memory, redis (REDIS_URL) or kv (HANDRAIL_KV): who shares what was done
  IDEMPOTENCY_WAIT_MS   how long to wait for another process that does the same (10000)
  HANDRAIL_SESSION_WAIT_MS   and for its turn in the same session (60000)
  HANDRAIL_MODEL_WAIT_MS     how long a model may say nothing (600000; 0: for ever)
  HANDRAIL_SECRET       keys fingerprints and seals what aliases stand for; machines of one Redis share it
  HANDRAIL_DESK_URL     your own orders and tickets   HANDRAIL_DESK_TOKEN, HANDRAIL_DESK_STRICT_JSON (docs/desk.md)

Exit codes
  0 completed · 1 failed · 2 usage · 3 key · 4 approval denied · 5 limit · 6 model unreachable · 128+n signal
`,
  zh: `Handrail：终端里的智能助手，工具调用可以放心地重复、拒绝、查看、中断和重放。

用法
  handrail [chat]              对话（Ctrl-C 结束本轮，Ctrl-D 退出）
  handrail run "内容"          只问一轮：答案在标准输出，过程在标准错误
  handrail json                用 JSON 行收发，供程序调用
  handrail service             每个请求交给三个岗位之一：order、refund、knowledge
  handrail kb ingest 路径…     文档入库；另有 kb search、info、verify、remove、export
  handrail tools list          模型可以调用的工具；另有 tools stats、tools lint
  handrail sessions list       保存的会话；另有 sessions show、resume、trace、rename、remove、fork、export
  handrail resume ID           继续一个会话；--last 继续最近的
  handrail models list         可以使用哪些厂商的模型，还缺哪个密钥
  handrail approvals list      会话里无需再问的工具；另有 approvals withdraw [工具]
  handrail idempotency list    做过且还记得的操作；另有 idempotency forget 键
  handrail breaker list        正在出错或已停用的工具；另有 breaker reset [工具]
  handrail replay 文件…        用录制的对话检查现在的工具或某个模型
  handrail mask                把流经标准输入输出的个人信息替换掉
  handrail selftest            离线自检整条链路
  handrail doctor              检查这台机器上什么能用、什么不能用，以及怎么办
  handrail schema              JSON 模式的事件与命令的 JSON Schema
  handrail completions 外壳    命令补全脚本：bash、zsh、fish 或 powershell

选项
  --session ID     新建或继续一个会话                --profile 名称   chat、service、order、refund、knowledge
  --model 模型     offline 或 厂商:模型名            --lang en|zh     所有命令的界面语言
  --help，--version

环境变量
  HANDRAIL_MODEL        使用的模型（默认 offline）     密钥与地址：见 handrail models list
  HANDRAIL_TEMPERATURE、HANDRAIL_MAX_TOKENS、HANDRAIL_REASONING   怎样提问（docs/models.md）
  HANDRAIL_LANG         en 或 zh，默认看 LANG          NO_COLOR         不用颜色
  AGENT_CONFIRM_TOOLS   除高风险工具外，还要先询问的工具：名称、* 或 none
  AGENT_GUARD_PII       1：个人信息不进模型，也不进任何文件
  HANDRAIL_KB           索引文件                       HANDRAIL_STATE   会话与台账的文件夹
  HANDRAIL_KB_ABOUT     用一行话说明资料讲什么，模型才知道什么时候该查
  HANDRAIL_EMBEDDER     同时按语义检索：local（默认）、openai:模型名，或 none（只按词）
  HANDRAIL_MODEL_DIR    语义模型所在文件夹；没有则从 HANDRAIL_MODEL_URL 下载一次到 HANDRAIL_CACHE
  HANDRAIL_CALL_LOG     off：不记调用日志              HANDRAIL_LOG_LEVEL   error、warn、info 或 debug，写到标准错误
  IDEMPOTENCY_STORE     memory、redis（REDIS_URL）或 kv（HANDRAIL_KV）：谁共享“做过什么”
  IDEMPOTENCY_WAIT_MS   另一个进程正在做同样的事时，最多等多少毫秒（10000）
  HANDRAIL_SESSION_WAIT_MS   等它在同一会话里的一轮，最多等多少毫秒（60000）
  HANDRAIL_MODEL_WAIT_MS     模型没有动静时，最多等多少毫秒（600000；0 表示一直等）
  HANDRAIL_SECRET       参数指纹的密钥，也用来封存代号背后的内容；共用一个 Redis 的机器必须相同
  HANDRAIL_DESK_URL     自己的订单与工单后端           HANDRAIL_DESK_TOKEN，HANDRAIL_DESK_STRICT_JSON（docs/desk.md）

退出码
  0 完成 · 1 失败 · 2 用法 · 3 密钥 · 4 审批被拒 · 5 达到上限 · 6 模型不可用 · 128+n 信号
`,
};
