/** Selects rows of the list that is shown. */
import type { SceneContext } from './scene';

/** Clicks the checkboxes of rows, and waits for the bar. */
export async function selectRows({ screens: { page } }: SceneContext, rows: readonly number[]): Promise<void> {
  for (const row of rows) await page.getByRole('main').getByRole('grid').locator(`[data-row="${row}"]`).getByRole('checkbox').click();
  await page.getByRole('toolbar', { name: 'Selection' }).waitFor();
}
