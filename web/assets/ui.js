// Small parts that the views are made of.

import { explain, t } from "{{asset:texts.js}}";

export const $ = (id) => document.getElementById(id);

export const copyOf = (template) => $(template).content.firstElementChild.cloneNode(true);

/** Says something to everybody: on the screen for a while, and to screen readers. */
export function say(text) {
  const toast = $("toast");
  clearTimeout(say.timer);
  toast.textContent = text;
  toast.classList.add("shown");
  say.timer = setTimeout(() => {
    toast.classList.remove("shown");
    toast.textContent = "";
  }, 5_000);
}

/** Shows an error in its place, with its reference and, where that may help, a way to try again. */
export function showError(box, error, retry) {
  if (error.kind === "ignore") return;
  const notice = copyOf("notice-template");
  notice.querySelector(".what").textContent = explain(error);
  if (error.requestId) {
    const reference = notice.querySelector(".reference");
    reference.textContent = t("reference", { id: error.requestId });
    reference.hidden = false;
  }
  if (retry && error.kind === "retry") {
    const button = notice.querySelector("button");
    button.hidden = false;
    button.onclick = () => {
      clearError(box);
      retry();
    };
  }
  box.replaceChildren(notice);
  box.hidden = false;
}

export function clearError(box) {
  box.replaceChildren();
  box.hidden = true;
}

/** Ties a message to its field, or takes it away. */
export function showFault(input, text = "") {
  const fault = $(`${input.id}-fault`);
  fault.textContent = text;
  fault.hidden = !text;
  input.setAttribute("aria-invalid", String(Boolean(text)));
  if (text) input.focus();
}

/** Runs the work of a button: one at a time, shown as busy, its focus kept. Errors go to `box`. */
export async function work(button, box, run) {
  if (button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", "true");
  button.setAttribute("aria-disabled", "true");
  clearError(box);
  try {
    await run();
  } catch (error) {
    showError(box, error, () => work(button, box, run));
  } finally {
    button.removeAttribute("aria-busy");
    button.removeAttribute("aria-disabled");
  }
}
