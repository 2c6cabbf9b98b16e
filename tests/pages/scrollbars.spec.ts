/** Scrollbars are thin, in the colors of the theme. */
import { expect, test } from '../support/page/fixtures';

test('the scrollbar of a list is thin, and follows the theme', async ({ page, screens }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await screens.startSandbox();
  await expect(screens.users.locator('[data-row="0"]')).toBeVisible();
  const look = () =>
    page.evaluate<string[]>(`(() => {
      const scrolls = (element) => element !== null && element.scrollHeight > element.clientHeight && getComputedStyle(element).overflowY !== 'visible';
      let list = document.querySelector('[data-row="0"]');
      while (list !== null && !scrolls(list)) list = list.parentElement;
      const { scrollbarWidth, scrollbarColor } = getComputedStyle(list);
      return [scrollbarWidth, scrollbarColor];
    })()`);
  const light = await look();
  expect(light).toEqual(['thin', expect.stringMatching(/^\S.* rgba\(0, 0, 0, 0\)$/)]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(async () => (await look())[1]).not.toBe(light[1]);
  expect((await look())[0]).toBe('thin');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(look).toEqual(light);
});
