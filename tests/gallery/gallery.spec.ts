/** Not tests but a camera: every scene of an area, in both themes and both sizes. `LATCHKEY_SCENE` limits it to scenes with that text. */
import { expect, test } from '../support/browser/fixtures';
import { areas } from './areas';
import { openArea } from './open-area';
import { shootArea } from './pictures';

const wanted = process.env.LATCHKEY_SCENE ?? '';
const isWanted = (scene: string) => scene.includes(wanted);

for (const area of areas.filter(({ scenes }) => scenes.some(({ name }) => isWanted(name))))
  test(area.name, async ({ page, host }) => {
    const context = await openArea(page, host, area.isEmpty);
    const { failures } = await shootArea(context, area, isWanted);
    expect(failures, 'scenes that could not be shown').toEqual([]);
  });
