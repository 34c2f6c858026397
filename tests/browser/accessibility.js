// What of a page axe has not judged yet, given the names of what it has.
(known) => {
  const judged = new Set(known);
  const backdrops = new Map([[null, ""]]);

  function backdrop(element) {
    if (!backdrops.has(element)) {
      const style = getComputedStyle(element);
      const own = [style.backgroundColor, style.backgroundImage, style.opacity,
        style.position === "static" ? "" : element.className];
      backdrops.set(element, [...own, backdrop(element.parentElement)].join("|"));
    }
    return backdrops.get(element);
  }

  function text(element) {
    if (element.matches("input, select, textarea")) return "to be written";
    if (element.matches("a")) return element.textContent.trim();
    const own = [...element.childNodes].filter((node) => node.nodeType === 3);
    return own.map((node) => node.data.trim()).join("");
  }

  function isSeen(element) {
    return element.checkVisibility({ visibilityProperty: true });
  }

  /** The name of everything that looks like this text. */
  function kind(element, words) {
    const style = getComputedStyle(element);
    const control = element.closest("label")?.control ?? element;
    const isOff = control.matches(":disabled") || element.closest("[aria-disabled]");
    const around = element.matches("a") ? element.parentElement : element;
    return digest([element.tagName, element.className, style.color, style.fontSize,
      style.fontWeight, style.textShadow, Boolean(isOff), words.length === 1,
      getComputedStyle(around).color, text(around) !== "", style.textDecorationLine,
      backdrop(element)]);
  }

  function findKinds() {
    const kinds = new Map();
    for (const element of document.body.querySelectorAll("*")) {
      const words = text(element);
      if (!words || !isSeen(element)) continue;
      const name = kind(element, words);
      if (!judged.has(name) && !kinds.has(name)) kinds.set(name, element);
    }
    return kinds;
  }

  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  const repeated = new Set(ids.filter((id, at) => ids.indexOf(id) !== at));
  const leads = /^(for|list|aria-(labelledby|describedby|controls|owns|details))$/;
  const isThere = /^(alt|title|placeholder|value|src|action|href)$/;
  const isIdle = /^(data-.*|hx-.*|style|name|d|points|[xyr][12]?|cx|cy|width|height)$/;

  /** What an attribute means to axe, whatever it says. */
  function attribute({ name, value }) {
    if (isIdle.test(name)) return "";
    const led = leads.test(name) ? value.split(" ") : [];
    if (name === "href" && value[0] === "#") led.push(value.slice(1));
    if (led.length) return [name, ...led.map((id) => ids.includes(id))];
    if (name === "id") return [name, repeated.has(value)];
    return isThere.test(name) ? [name, value.trim() !== ""] : [name, value];
  }

  /** The name of everything that is made like this; of equal neighbours one counts. */
  function shape(element) {
    const inside = [...element.children].map(shape);
    const style = getComputedStyle(element);
    const isCut = style.overflow !== "visible" && (
      element.scrollWidth > element.clientWidth
      || element.scrollHeight > element.clientHeight);
    return digest([element.tagName, ...[...element.attributes].map(attribute),
      text(element) !== "", Boolean(element.labels?.length), isSeen(element), isCut,
      "(", ...inside.filter((one, at) => one !== inside[at - 1])]);
  }

  function digest(parts) {
    let [low, high] = [0xdeadbeef, 0x41c6ce57];
    for (const letter of parts.join("|")) {
      low = Math.imul(low ^ letter.codePointAt(0), 2654435761);
      high = Math.imul(high ^ letter.codePointAt(0), 1597334677);
    }
    return `${(low >>> 0).toString(36)}-${(high >>> 0).toString(36)}`;
  }

  const kinds = findKinds();
  const whole = shape(document.documentElement);
  window.unjudged = { texts: [...kinds.values()], isNew: !judged.has(whole) };
  return { names: [...kinds.keys(), whole], needsAxe: typeof axe === "undefined" };
}
