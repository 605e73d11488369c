// The elements that src/app/page/mirror.rs keeps for screen readers: one for each control of the window,
// invisible, and in its place. The canvas keeps the keyboard; the element with the window's focus is its
// active descendant.

const CHECKED = ["checkbox", "switch", "radio"];
// A value is an attribute for these roles only; for the others below, it is their text.
const RANGES = ["slider", "spinbutton", "progressbar"];
const TEXTS = ["textbox", "combobox"];

export function keepMirror(canvas, clicked) {
  const mirror = document.getElementById("mirror");
  const elements = new Map();

  globalThis.minnowMirror = (text) => {
    const changes = JSON.parse(text);
    changes.shown.forEach(show);
    for (const id of changes.gone) {
      elements.get(id)?.remove();
      elements.delete(id);
    }
    set(canvas, "aria-activedescendant", elements.get(changes.focus)?.id);
  };

  function elementOf(id) {
    let element = elements.get(id);
    if (!element) {
      element = document.createElement("div");
      element.id = `control-${id}`;
      element.onclick = (event) => {
        event.stopPropagation();
        clicked(id);
      };
      elements.set(id, element);
      mirror.append(element);
    }
    return element;
  }

  function show(shown) {
    const element = elementOf(shown.id);
    const [left, top, width, height] = shown.bounds.map((length) => `${length}px`);
    Object.assign(element.style, { left, top, width, height });
    set(element, "aria-description", shown.description);
    set(element, "aria-disabled", shown.disabled || null);
    set(element, CHECKED.includes(shown.role) ? "aria-checked" : "aria-pressed", shown.pressed);
    set(element, "aria-selected", shown.selected);
    set(element, "aria-expanded", shown.expanded);
    showRange(element, RANGES.includes(shown.role) ? shown : {});
    if (shown.role === "text") {
      element.textContent = shown.text;
      return;
    }
    set(element, "role", shown.role);
    set(element, "aria-label", shown.text);
    const children = shown.children.map(elementOf);
    if (!TEXTS.includes(shown.role)) {
      showChildren(element, children);
      return;
    }
    element.textContent = shown.value ?? "";
    children.forEach((child) => child.remove());
  }

  function showRange(element, { number, least, most, value }) {
    set(element, "aria-valuenow", number);
    set(element, "aria-valuemin", least);
    set(element, "aria-valuemax", most);
    set(element, "aria-valuetext", value);
  }

  function showChildren(element, children) {
    const isSame = children.length === element.children.length &&
      children.every((child, index) => child === element.children[index]);
    if (!isSame) element.replaceChildren(...children);
  }

  function set(element, attribute, value) {
    if (value === null || value === undefined || value === "") element.removeAttribute(attribute);
    else element.setAttribute(attribute, String(value));
  }
}
