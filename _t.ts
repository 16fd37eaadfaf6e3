import { readPdf } from "./kb/readers/read_pdf.ts";
import { pdfBytes, showLines } from "./tests/_support/pdf_bytes.ts";
for (const encoding of ["to-unicode", "uni-gb"] as const) {
 try {
 const b = pdfBytes([{content: showLines(700, ["退款政策"], 20)+"\n"+showLines(660,["退款将在七个工作","日内到账。","Refunds arrive with-","in seven days."])}, {content:""}], {title:"Refunds", encoding});
 if (encoding==="to-unicode") await Deno.writeFile("/tmp/rd/x.pdf", b);
 const c = await readPdf(b, "a.pdf");
 console.log(encoding, JSON.stringify(c));
 } catch (e) { console.log(encoding, String(e)); }
}
for (const b of [pdfBytes([{content:"0 0 m 10 10 l S"}]), pdfBytes([{content:"BT ET"}],{encrypted:true}), new TextEncoder().encode("hello"), new Uint8Array(), pdfBytes([{content: showLines(700,["hi"])}]).slice(0,500)]) {
 try { console.log(JSON.stringify(await readPdf(b,"b.pdf"))) } catch (e) { console.log(String(e)); }
}
