// Numbers as Python writes them (present/wording/texts.py): ties are rounded to the even digit.
const MINUS = "−";
const rounded = (x, digits) => {
  const short = x.toFixed(digits), long = Math.abs(x).toFixed(Math.min(100, digits + 60));
  const rest = long.slice(long.indexOf(".") + 1 + digits);
  if (!/^50*$/.test(rest)) return short;
  const cut = long.slice(0, long.length - rest.length), even = "02468".includes(cut.replace(".", "").slice(-1));
  return even ? (x < 0 ? "-" : "") + cut.replace(/\.$/, "") : short;
};
const minus = (text) => text.replace(/^-/, MINUS);
const fixed = (x) => (Number.isFinite(x) ? minus(rounded(x, 4)) : "–");
const plain = (x) => {
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size >= 100) return minus(size >= 1e6 ? x.toExponential(5).replace(/\.?0+e/, "e").replace(/e\+(\d)$/, "e+0$1") : String(Number(x.toPrecision(6))));
  if (size >= 0.001) return minus(rounded(x, 4));
  if (size >= 1e-6) return minus(size >= 1e-4 ? String(Number(x.toPrecision(2))) : x.toFixed(6).replace(/0+$/, ""));
  return minus(x.toExponential(1).replace(".0e", "e").replace(/e([+-])(\d)$/, "e$10$2"));
};
const signed = (x) => (x > 0 ? "+" : "") + plain(x);
const whole = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");
const counted = (n, noun) => `${whole(n)} ${noun}${n === 1 ? "" : "s"}`;
const pText = (p) => (p === "?" ? "p not known" : p.startsWith("<") ? `p < ${p.slice(1)}` : `p = ${p}`);
// a sentence of Python's with names and numbers in its places; what is put in is not looked at again
const filled = (template, places) => template.replace(/\{(\w+)\}/g, (_, place) => places[place]);
