// Puts the code that brought the person here on top. Without scripts the list of all codes is there all the same.

const $ = (id) => document.getElementById(id);
const query = new URLSearchParams(location.search);
const code = query.get("code") ?? "";
const entry = /^[a-z_]{1,64}$/.test(code) ? document.querySelector(`.codes > #${code}`) : null;

if (entry) {
  const [what, check] = entry.querySelectorAll("dd");
  $("what").textContent = what.textContent;
  $("code").textContent = code;
  $("check").textContent = check.textContent;
  $("facts").hidden = false;
} else {
  $("all").open = true;
}

if (history.length > 1) {
  $("back").hidden = false;
  $("back").addEventListener("click", () => history.back());
}

// The other language for the same code.
for (const link of document.querySelectorAll(".languages a")) {
  query.set("ui_locales", link.lang);
  link.search = query;
}
