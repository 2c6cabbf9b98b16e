/** The scenes of the gallery, each opened once: in both themes, with high contrast, at 200 %, and in all languages. */
import { areas } from '../gallery/areas';
import { openArea } from '../gallery/open-area';
import { playScenes } from '../gallery/play-scenes';
import type { Area, Scene } from '../gallery/scene';
import { findSceneFaults, putBack } from '../gallery/scene-faults';
import { isChecked } from '../gallery/variants';
import { expect, test } from '../support/page/fixtures';

test.describe.configure({ timeout: 300_000 });

/** Time for one step of a scene. Without it, a missing button would take the time of all other scenes. */
const stepMillis = 20_000;

/** Checked scenes of one test, which share a program: starting it takes longer than checking a scene, and both workers should end together. */
const fewestScenes = 12;

/** Returns the areas in groups, each of which is one test. */
function grouped(all: readonly Area[]): Area[][] {
  const groups: Area[][] = [];
  let count = Number.POSITIVE_INFINITY;
  for (const area of all) {
    if (count >= fewestScenes) {
      groups.push([]);
      count = 0;
    }
    groups.at(-1)?.push(area);
    count = area.isEmpty ? Number.POSITIVE_INFINITY : count + area.scenes.filter(({ name }) => isChecked(name)).length;
  }
  return groups;
}

for (const group of grouped(areas))
  test(group.map(({ name }) => name).join(', '), async ({ page, host }) => {
    const context = await openArea(page, host, group[0]?.isEmpty);
    page.setDefaultTimeout(stepMillis);
    const problems: string[] = [];
    let checked = 0;
    for (const area of group) {
      const check = async ({ name }: Scene) => {
        const faults = await findSceneFaults(context, checked++);
        problems.push(...faults.map((fault) => `${name}: ${fault}`));
      };
      problems.push(...(await playScenes(context, area, check, isChecked, (next) => putBack(context, next))));
    }
    expect(problems, 'scenes with problems').toEqual([]);
  });
