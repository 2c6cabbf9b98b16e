/** Scrolls each alert that appears in an element into view, such as an error below the edge of a tall dialog. Returns what ends it. */
export function showNewAlerts(within: HTMLElement): () => void {
  const observer = new MutationObserver((records) => {
    const added = records.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof HTMLElement);
    const alert = added.map(alertOf).find((found) => found !== null);
    alert?.scrollIntoView({ block: 'nearest' });
  });
  observer.observe(within, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function alertOf(element: HTMLElement): Element | null {
  return element.matches('[role="alert"]') ? element : element.querySelector('[role="alert"]');
}
