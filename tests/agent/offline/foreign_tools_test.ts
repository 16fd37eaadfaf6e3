import { assertEquals } from "@std/assert";
import { called, functionTool, step, user } from "./call_model.ts";

const WEATHER = functionTool("get_weather", "查询某个城市某一天的天气预报", {
  city: { type: "string", description: "城市名称，例如 北京" },
  date: { type: "string", format: "date", description: "日期" },
}, ["city"]);
const FLIGHT = functionTool("book_flight", "预订两个城市之间的机票", {
  from_city: { type: "string", description: "出发城市" },
  to_city: { type: "string", description: "到达城市" },
  date: { type: "string", format: "date", description: "出发日期" },
  passengers: { type: "integer", description: "乘客人数" },
  cabin: { type: "string", enum: ["economy", "business", "first"], description: "舱位" },
}, ["from_city", "to_city", "date"]);
const EXCHANGE = functionTool("convert_currency", "把一种货币的金额换算成另一种货币", {
  amount: { type: "number", description: "金额" },
  from_currency: { type: "string", description: "源货币代码，例如 USD" },
  to_currency: { type: "string", description: "目标货币代码，例如 CNY" },
});
const EVENT = functionTool("create_event", "在日历里新建日程或会议", {
  title: { type: "string", description: "日程标题" },
  start: { type: "string", format: "date-time", description: "开始时间" },
  attendees: { type: "array", items: { type: "string" }, description: "参加的人" },
}, ["title", "start"]);
const TOOLS = [WEATHER, FLIGHT, EXCHANGE, EVENT];

const REQUESTS: readonly (readonly [request: string, tool: string, input: unknown])[] = [
  ["北京明天天气怎么样？", "get_weather", { city: "北京", date: "2026-10-09" }],
  ["😀👩‍👩‍👧‍👦 北京明天天气怎么样？", "get_weather", { city: "北京", date: "2026-10-09" }],
  ["查一下上海的天气", "get_weather", { city: "上海" }],
  ["10月12日广州天气如何", "get_weather", { city: "广州", date: "2026-10-12" }],
  ["帮我订一张从上海到广州的机票，明天出发", "book_flight", {
    from_city: "上海",
    to_city: "广州",
    date: "2026-10-09",
  }],
  ["订2026年11月3日北京飞成都的商务舱机票，两位乘客", "book_flight", {
    from_city: "北京",
    to_city: "成都",
    date: "2026-11-03",
    passengers: 2,
    cabin: "business",
  }],
  ["把100美元换成人民币", "convert_currency", { amount: 100, from_currency: "USD", to_currency: "CNY" }],
  ["1,500 欧元等于多少日元？", "convert_currency", {
    amount: 1500,
    from_currency: "EUR",
    to_currency: "JPY",
  }],
  ["三百英镑能换多少美元", "convert_currency", { amount: 300, from_currency: "GBP", to_currency: "USD" }],
  ["新建一个日程，标题是产品评审，明天下午3点", "create_event", {
    title: "产品评审",
    start: new Date(2026, 9, 9, 15).toISOString(),
  }],
];

for (const [request, tool, input] of REQUESTS) {
  Deno.test(`"${request}" calls ${tool}`, async () => {
    assertEquals(await step(request, TOOLS), [[tool, input]]);
  });
}

Deno.test("a city that the request does not name is asked for once the tool has refused to do without", async () => {
  const request = user("明天天气怎么样？");
  const call = await step([request], TOOLS);
  assertEquals(call, [["get_weather", { date: "2026-10-09" }]]);
  const refused = { status: "error", error_type: "invalid_input", message: "city", recoverable: false };
  const reply = await step([request, ...called("get_weather", { date: "2026-10-09" }, refused)], TOOLS);
  assertEquals(reply, "请问城市名称是什么？");
});

Deno.test("English requests fill foreign tools", async () => {
  const hotel = functionTool("hotel_search", "Finds hotels in a city", {
    city: { type: "string", description: "The city" },
    nights: { type: "integer", description: "Number of nights" },
    max_price: { type: "number", description: "The highest price per night" },
    breakfast: { type: "boolean", description: "Whether breakfast is included" },
  }, ["city", "nights"]);
  assertEquals(await step("Find hotels in New York for three nights with breakfast", [hotel]), [
    ["hotel_search", { city: "New York", nights: 3, breakfast: true }],
  ]);
  const mail = functionTool("send_email", "Sends an e-mail", {
    to: { type: "string", format: "email", description: "The recipient" },
    subject: { type: "string", description: "The subject" },
  });
  assertEquals(await step("Send an email to ann@example.org, subject: lunch on Friday", [mail]), [
    ["send_email", { to: "ann@example.org", subject: "lunch on Friday" }],
  ]);
});
