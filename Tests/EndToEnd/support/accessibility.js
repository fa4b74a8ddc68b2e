// Looks at the page as it is now and returns what a person who cannot see or point would stumble over.
() => {
  const faults = [];
  const visible = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const path = (element) => element.tagName.toLowerCase() + (element.id ? `#${element.id}` : `.${element.className}`);
  const all = (selector) => [...document.querySelectorAll(selector)].filter(visible);
  const referenced = (element, attribute) => (element.getAttribute(attribute) ?? "").split(/\s+/).filter(Boolean);

  const nameOf = (element) => {
    const by = referenced(element, "aria-labelledby").map((id) => document.getElementById(id)?.textContent ?? "");
    if (by.join("").trim()) return by.join(" ").trim();
    if (element.getAttribute("aria-label")?.trim()) return element.getAttribute("aria-label").trim();
    if (element.labels?.length) return [...element.labels].map((label) => label.textContent).join(" ").trim();
    const images = [...element.querySelectorAll("img[alt], svg[aria-label]")];
    return (element.textContent + images.map((image) => image.alt ?? image.getAttribute("aria-label")).join(" ")).trim();
  };

  if (!document.documentElement.lang) faults.push("the document has no language");
  if (!document.title.trim()) faults.push("the document has no title");
  if (all("main").length !== 1) faults.push("there is not exactly one main");
  const h1 = all("h1");
  if (h1.length !== 1) faults.push(`there are ${h1.length} visible h1`);
  let level = 0;
  for (const heading of all("h1, h2, h3, h4")) {
    const next = Number(heading.tagName[1]);
    if (next > level + 1 && level > 0) faults.push(`${path(heading)} skips a level after h${level}`);
    level = next;
  }

  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  for (const id of new Set(ids.filter((id, index) => ids.indexOf(id) !== index))) faults.push(`id ${id} is there twice`);
  for (const attribute of ["aria-labelledby", "aria-describedby", "for"]) {
    for (const element of document.querySelectorAll(`[${attribute}]`)) {
      for (const id of referenced(element, attribute)) {
        if (!document.getElementById(id)) faults.push(`${path(element)}: ${attribute} names no element: ${id}`);
      }
    }
  }

  for (const element of all("button, a[href], input, select, textarea, summary, [role=region], dialog[open], nav")) {
    if (!nameOf(element)) faults.push(`${path(element)} has no name`);
    const { width, height } = element.getBoundingClientRect();
    const isInText = element.matches("a") && getComputedStyle(element).display === "inline";
    const isSmall = width < 24 || height < 24;
    if (!isInText && isSmall && !element.matches(".skip, nav")) faults.push(`${path(element)} is ${width}×${height}`);
  }
  for (const image of document.images) if (!image.hasAttribute("alt")) faults.push(`${path(image)} has no alt`);
  for (const input of all("input")) {
    if (!input.autocomplete) faults.push(`${path(input)} has no autocomplete`);
    if (input.getAttribute("aria-invalid") === "true") {
      const texts = referenced(input, "aria-describedby").map((id) => document.getElementById(id));
      if (!texts.some((text) => text && visible(text) && text.matches(".fault") && text.textContent.trim())) {
        faults.push(`${path(input)} is invalid without a visible reason`);
      }
    }
  }
  for (const element of document.querySelectorAll("[tabindex]")) {
    if (element.tabIndex > 0) faults.push(`${path(element)} has a positive tabindex`);
  }

  // Contrast (WCAG 2.2, 1.4.3): text against the nearest opaque background behind it.
  const parse = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const over = (front, back) => {
    const alpha = front[3] ?? 1;
    return [0, 1, 2].map((index) => front[index] * alpha + back[index] * (1 - alpha));
  };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const background = (element) => {
    const layers = [];
    for (let node = element; node; node = node.parentElement) {
      const color = parse(getComputedStyle(node).backgroundColor);
      if (color.length && color[3] !== 0) layers.push(color);
      if (color.length === 3) break;
    }
    return layers.reverse().reduce((back, front) => over(front, back), [255, 255, 255]);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !visible(element)) continue;
    if (element.closest(":disabled, [aria-disabled=true], .skip, .toast, script, noscript")) continue;
    let opacity = 1;
    for (let node = element; node; node = node.parentElement) opacity *= Number(getComputedStyle(node).opacity);
    const back = background(element);
    const style = getComputedStyle(element);
    const text = parse(style.color);
    const front = over([...text.slice(0, 3), (text[3] ?? 1) * opacity], back);
    const [light, dark] = [luminance(front), luminance(back)].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    const size = parseFloat(style.fontSize);
    const needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    if (ratio < needed) faults.push(`${path(element)} “${walker.currentNode.data.trim().slice(0, 30)}”: ${ratio.toFixed(2)}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page scrolls sideways");
  return faults;
}
