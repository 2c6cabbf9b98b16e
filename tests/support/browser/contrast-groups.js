/**
 * Runs in the page, after axe. Axe spends most of its time on the colors of texts that look like one before: rows of a list, entries of a menu.
 * Here it judges the first of those that look alike, which is those with the same color, size, and weight over the same backgrounds. If it can't
 * tell for that one, it judges all of them.
 */
(() => {
  const ids = ['color-contrast', 'color-contrast-enhanced'];
  const fields = 'input, select, textarea';
  /** The look of each text, and those that axe has judged or failed to judge, by the rule. */
  let looks = new Map();
  let judged = new Map();
  let untold = new Map();

  for (const rule of axe._audit.rules.filter(({ id }) => ids.includes(id))) {
    const { id, matches } = rule;
    rule.matches = function (element, ...others) {
      const look = looks.get(element);
      // What has no look has no text of its own, or was judged before.
      if (look === undefined || judged.get(id)?.has(look) || !matches.call(this, element, ...others)) return false;
      judged.set(id, (judged.get(id) ?? new Map()).set(look, element));
      return true;
    };
  }

  for (const id of ids) {
    const check = axe._audit.checks[id];
    const { evaluate } = check;
    check.evaluate = function (element, ...others) {
      const isUntold = () => untold.set(id, (untold.get(id) ?? new Set()).add(looks.get(element)));
      let isOverPicture = false;
      const data = (details) => {
        // It takes this for a pass.
        if (details.messageKey === 'hidden') isUntold();
        // Those that look alike are over the same picture.
        isOverPicture = ['bgGradient', 'bgImage'].includes(details.messageKey);
        return this.data(details);
      };
      const result = evaluate.call(Object.assign(Object.create(this), { data }), element, ...others);
      if (result === undefined && !isOverPicture) isUntold();
      return result;
    };
  }

  const isClear = (color) => color.startsWith('rgba(') && color.endsWith(', 0)');

  /** Returns the look of each element that has its own text. */
  function looksOfTexts() {
    const layers = new Map();
    /** What an element lays over what is below it, or does to what it contains. */
    const layerOf = (element) => {
      if (!layers.has(element)) {
        const { backgroundColor, backgroundImage, opacity, mixBlendMode, filter } = getComputedStyle(element);
        const isPlain =
          isClear(backgroundColor) && backgroundImage === 'none' && opacity === '1' && mixBlendMode === 'normal' && filter === 'none';
        layers.set(element, isPlain ? '' : [backgroundColor, backgroundImage, opacity, mixBlendMode, filter].join());
      }
      return layers.get(element);
    };
    const isPainted = (element, pseudo) => {
      const { content, backgroundColor, backgroundImage } = getComputedStyle(element, pseudo);
      return content !== 'none' && !(isClear(backgroundColor) && backgroundImage === 'none');
    };
    const chains = new Map([[null, '']]);
    const chainOf = (element) => {
      if (!chains.has(element)) {
        const pseudo = ['::before', '::after'].some((name) => isPainted(element, name)) ? 'pseudo' : '';
        chains.set(element, [layerOf(element), pseudo, chainOf(element.parentElement)].filter((layer) => layer !== '').join(';'));
      }
      return chains.get(element);
    };
    const range = document.createRange();
    const lookOf = (element, isField, n) => {
      range.selectNodeContents(element);
      const { left, top, width, height } = (isField ? element : range).getBoundingClientRect();
      const stack = document.elementsFromPoint(left + width / 2, top + height / 2);
      const at = stack.indexOf(element);
      const over = at > 0 ? stack.slice(0, at).map(layerOf).join(';') : at;
      const below = stack.slice(Math.max(0, at)).map(layerOf);
      const { color, fontSize, fontWeight, textShadow, webkitTextFillColor, webkitTextStroke } = getComputedStyle(element);
      const font = [color, fontSize, fontWeight, textShadow, webkitTextFillColor, webkitTextStroke];
      const isShort = element.textContent.trim().length < 2;
      const chain = chainOf(element);
      // Whether what is painted beside the content is large depends on the size of each.
      const own = chain.includes('pseudo') ? n : '';
      return [...font, isField, isShort, own, over, ...below.filter((layer) => layer !== ''), chain].join('|');
    };
    const isText = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '';
    const found = new Map();
    for (const element of document.body.querySelectorAll('*')) {
      const isField = element.matches(fields);
      if (isField || [...element.childNodes].some(isText)) found.set(element, lookOf(element, isField, found.size));
    }
    return found;
  }

  /** Resolves to what violates the rules of the options. */
  window.findAxeViolations = async (options) => {
    [looks, judged, untold] = [looksOfTexts(), new Map(), new Map()];
    const { violations } = await axe.run(document, options);
    const [texts, before] = [looks, judged];
    const found = [...violations];
    for (const [id, unclear] of untold) {
      // Each is its own look now.
      const others = [...texts].filter(([element, look]) => unclear.has(look) && before.get(id).get(look) !== element);
      [looks, judged, untold] = [new Map(others.map(([element]) => [element, element])), new Map(), new Map()];
      if (others.length > 0) found.push(...(await axe.run(document, { ...options, runOnly: { type: 'rule', values: [id] } })).violations);
    }
    return found;
  };
})();
