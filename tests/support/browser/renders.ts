/** Counts what React renders in parts of the page, as its developer tools do. */
import type { Page } from '@playwright/test';

/**
 * Watches components within elements that match selectors, each under its name; `watchRenders` must run before the page is loaded. A component counts
 * where its function ran, whether or not its elements changed.
 */
export async function watchRenders(page: Page, parts: Readonly<Record<string, string>>): Promise<void> {
  await page.addInitScript(`{
    const parts = Object.entries(${JSON.stringify(parts)});
    const counts = (globalThis.renderCounts = {});
    // Of React's work tags: functions, classes, forwarded and memoized functions, and elements.
    const components = new Set([0, 1, 11, 14, 15]);
    const element = 5;
    const performedWork = 1;
    const visit = (fiber, before, within) => {
      let own = within;
      if (fiber.tag === element) {
        const found = parts.filter(([, selector]) => fiber.stateNode.matches(selector)).map(([name]) => name);
        if (found.length > 0) own = [...within, ...found];
      }
      if (components.has(fiber.tag) && (fiber.flags & performedWork) !== 0) for (const name of within) counts[name] = (counts[name] ?? 0) + 1;
      // Children that are the same objects weren't looked at.
      if (before !== null && fiber.child === before.child) return;
      for (let child = fiber.child; child !== null; child = child.sibling) visit(child, child.alternate, own);
    };
    globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: (_id, { current }) => visit(current, current.alternate, []),
      onCommitFiberUnmount() {},
      onPostCommitFiberRoot() {},
    };
  }`);
}

/** Returns how many components were rendered in each part since the last time. A part without any isn’t there. */
export function takeRenders(page: Page): Promise<Readonly<Record<string, number>>> {
  return page.evaluate(`(() => {
    const taken = { ...globalThis.renderCounts };
    for (const name of Object.keys(taken)) delete globalThis.renderCounts[name];
    return taken;
  })()`);
}
