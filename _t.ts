import { readPdf } from "./kb/readers/read_pdf.ts";
const b = await Deno.readFile(Deno.args[0]!); const t=performance.now();
const c = await readPdf(b, Deno.args[0]!);
console.log(c.sections!.title, c.sections!.sections.length, b.length/1e6, performance.now()-t, Deno.memoryUsage().rss/1e6);
console.log(JSON.stringify(c.sections!.sections.slice(3,6), null, 1).slice(0,3000));
