/**
 * Runs in the page. Returns all texts, also those for screen readers alone, and faults as `{ kind, text, at }`:
 * - `ellipsis`: a text that is shortened with an ellipsis
 * - `clipped`: a text that is cut off without one
 * - `sideways`: something that has to be scrolled to the side
 * - `overlap`: two texts that lie over each other
 * - `motion`: an animation or a transition that takes time
 */
(() => {
  const tolerance = 1.5;
  /** What fonts draw above and below their line is not cut off if a line is. */
  const lineTolerance = 5;
  /** A graph can be moved as a whole. */
  const unread = 'script, style, noscript, option, textarea, .cm-editor, [role=application]';
  const scrollsSideways = '[role=grid], table, pre, textarea, .cm-editor, [role=region][tabindex="0"]';
  const faults = [];

  const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const pathOf = (element) => {
    const own = [...element.classList].map((name) => name.replace(/^_|_[^_]+_\d+$/g, '')).join('.');
    const label = element.getAttribute('role') ?? element.tagName.toLowerCase();
    return own === '' ? label : `${label}.${own}`;
  };
  const report = (kind, text, element) => {
    const at = `${element.parentElement === null ? '' : `${pathOf(element.parentElement)} > `}${pathOf(element)}`;
    const isCell = element.closest('[role=gridcell], [role=rowheader]') !== null;
    faults.push({ kind, isCell, text: text.trim().replace(/\s+/g, ' '), at });
  };
  const innerBox = (element) => {
    const { left, top } = element.getBoundingClientRect();
    const inner = { left: left + element.clientLeft, top: top + element.clientTop };
    return { ...inner, right: inner.left + element.clientWidth, bottom: inner.top + element.clientHeight };
  };
  const takesTime = (durations) => durations.split(',').some((duration) => Number.parseFloat(duration) > 0.01);
  /** An editor that has lost the focus leaves a cursor that blinks and isn't drawn. */
  const drawsSomething = (element) => element.offsetWidth * element.offsetHeight !== 0 || [...element.children].some(isShown);
  const clips = (overflow) => overflow === 'hidden' || overflow === 'clip';
  const scrolls = (overflow) => overflow === 'auto' || overflow === 'scroll';

  /** Follows a text up to what cuts it. Returns the part that can be seen now, or null if it is only for screen readers. */
  function visiblePart(node, rect) {
    const seen = { left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom };
    let [x, y] = [true, true];
    const cutBy = (box, isShortened, element) => {
      const isCut =
        (x && (rect.right > box.right + tolerance || rect.left < box.left - tolerance)) ||
        (y && (rect.bottom > box.bottom + lineTolerance || rect.top < box.top - lineTolerance));
      const isName = isShortened && node.parentElement.closest('bdi') !== null;
      if (isCut && !isName) report(isShortened ? 'ellipsis' : 'clipped', node.data, element);
      if (isCut) [x, y] = [false, false];
    };
    for (let element = node.parentElement; element !== null && element !== document.body; element = element.parentElement) {
      const style = getComputedStyle(element);
      if (style.clipPath.startsWith('inset(50%') || style.clip === 'rect(0px, 0px, 0px, 0px)') return null;
      if (style.display === 'inline' || style.display === 'contents') continue;
      const box = innerBox(element);
      const [ofX, ofY] = [style.overflowX, style.overflowY];
      if (clips(ofX) || clips(ofY)) {
        const open = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
        const bounds = {
          ...open,
          ...(clips(ofX) && { left: box.left, right: box.right }),
          ...(clips(ofY) && { top: box.top, bottom: box.bottom }),
        };
        cutBy(bounds, style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none', element);
      }
      if (ofX !== 'visible') Object.assign(seen, { left: Math.max(seen.left, box.left), right: Math.min(seen.right, box.right) });
      if (ofY !== 'visible') Object.assign(seen, { top: Math.max(seen.top, box.top), bottom: Math.min(seen.bottom, box.bottom) });
      x &&= !scrolls(ofX);
      y &&= !scrolls(ofY);
      if (style.position === 'fixed') break;
    }
    cutBy({ left: 0, top: 0, right: innerWidth, bottom: innerHeight }, false, node.parentElement);
    return seen;
  }

  /** What covers the rest on purpose, such as a sticky heading or a menu. */
  function layerOf(node) {
    for (let element = node.parentElement; element !== null; element = element.parentElement) {
      const { position, zIndex } = getComputedStyle(element);
      if (position === 'fixed' || position === 'sticky' || (position === 'absolute' && zIndex !== 'auto')) return element;
    }
    return document.body;
  }

  function checkOverlaps(lines) {
    for (const [at, one] of lines.entries())
      for (const other of lines.slice(at + 1)) {
        const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (width > 3 && height > 6 && one.layer === other.layer && one.node !== other.node)
          report('overlap', `${one.node.data} / ${other.node.data}`, one.node.parentElement);
      }
  }

  const context = document.createElement('canvas').getContext('2d');
  /** The text of a field, which no element contains: a placeholder, or what a list has chosen. */
  function checkField(field) {
    const text = field.matches('select') ? (field.selectedOptions[0]?.label ?? '') : field.value === '' ? field.placeholder : '';
    const { font, paddingLeft, paddingRight } = getComputedStyle(field);
    context.font = font;
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    if (text && context.measureText(text).width > room + tolerance) report('clipped', text, field);
  }

  const { scrollWidth, scrollHeight } = document.scrollingElement;
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) {
    const wide = [...document.querySelectorAll('body *')].filter((element) => {
      const { right, bottom } = element.getBoundingClientRect();
      if (right <= innerWidth && bottom <= innerHeight) return false;
      for (let frame = element.parentElement; frame !== document.body; frame = frame.parentElement)
        if (getComputedStyle(frame).overflow !== 'visible') return false;
      return true;
    });
    report('sideways', 'the page', wide.at(0) ?? document.body);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const lines = [];
  const read = [];
  /** What is wrong with a field was said in the language of that moment. */
  const problems = [...document.querySelectorAll('[aria-invalid=true][aria-describedby]')].flatMap((field) =>
    field.getAttribute('aria-describedby').split(' '),
  );
  const describes = ['output', ...problems.map((id) => `#${CSS.escape(id)}`)].join();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (node.data.trim() === '' || parent.closest(unread) || !isShown(parent)) continue;
    if (!parent.closest(`bdi, [role=alert], [aria-live], [class*=error], ${describes}`)) read.push(node.data.trim());
    const range = document.createRange();
    range.selectNodeContents(node);
    const seen = visiblePart(node, range.getBoundingClientRect());
    if (seen === null) continue;
    const layer = layerOf(node);
    for (const line of range.getClientRects()) {
      const [left, right] = [Math.max(line.left, seen.left), Math.min(line.right, seen.right)];
      const [top, bottom] = [Math.max(line.top, seen.top), Math.min(line.bottom, seen.bottom)];
      if (right > left && bottom > top) lines.push({ node, layer, left, right, top, bottom });
    }
  }
  checkOverlaps(lines);
  for (const field of document.querySelectorAll('input:not([type=checkbox], [type=radio], [type=file]), select'))
    if (isShown(field)) checkField(field);
  for (const element of document.querySelectorAll('*')) {
    if (element.scrollWidth <= element.clientWidth + 1 || element.clientWidth === 0) continue;
    if (
      scrolls(getComputedStyle(element).overflowX) &&
      isShown(element) &&
      !element.closest(scrollsSideways) &&
      !element.querySelector(scrollsSideways)
    )
      report('sideways', element.textContent.slice(0, 60), element);
  }
  for (const element of document.querySelectorAll('*')) {
    const { animationName, animationDuration, animationTimingFunction, transitionDuration } = getComputedStyle(element);
    // Steps are no motion: what they show appears at once.
    const isMoving = animationName !== 'none' && !/^steps?\b/.test(animationTimingFunction) && takesTime(animationDuration);
    if ((isMoving && drawsSomething(element)) || takesTime(transitionDuration)) report('motion', animationName, element);
  }
  const attributes = ['aria-label', 'aria-description', 'aria-roledescription', 'title', 'placeholder', 'alt'];
  const labelled = [...document.querySelectorAll(attributes.map((name) => `[${name}]`).join())].filter(isShown);
  const texts = [...read, ...labelled.flatMap((element) => attributes.map((name) => element.getAttribute(name) ?? ''))];
  return { faults, texts: [...new Set(texts)].filter((text) => text !== '') };
})();
