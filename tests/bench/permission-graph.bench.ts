/** The layout of 500 permissions, nested 20 deep. */
import { layeredLayout } from '#areas/permissions/graph/layered-layout.ts';
import { createPermissionGraph } from '#lib/rules/permission-graph.ts';
import type { Measurement } from './lib/measurement';
import { median } from './lib/statistics';

const count = 500;
const depth = 20;
const rounds = 15;

export async function measure(): Promise<Measurement[]> {
  const graph = createPermissionGraph(definitions());
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now();
    layeredLayout({ ids: graph.ids, targetsOf: graph.contentsOf });
    return performance.now() - start;
  });
  const detail = `median of ${rounds}, longest ${Math.max(...times).toFixed(1)} ms`;
  return [{ name: 'permission graph, layout of 500', value: median(times), unit: 'ms', limit: 300, detail }];
}

/** Each permission contains one to three others of the next level. */
function definitions() {
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed % below;
  };
  return Array.from({ length: count }, (_, at) => {
    const inner = () => random(count / depth) * depth + (at % depth) + 1;
    const contained = at % depth === depth - 1 ? [] : [at + 1, ...Array.from({ length: random(3) }, inner)];
    return { id: `p${at}`, contained_permission_ids: [...new Set(contained)].map((one) => `p${one}`) };
  });
}
