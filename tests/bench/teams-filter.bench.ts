/** Searching and sorting 10 000 teams, which the window does itself. */
import { findTeams, sortTeams } from '#areas/teams/list/find-teams.ts';
import type { TeamOrder } from '#window/url-state.ts';
import type { Measurement } from './lib/measurement';
import { median } from './lib/statistics';

const count = 10_000;
const rounds = 15;
const words = ['Analytical', 'Difference', 'Jacquard', 'Bernoulli', 'Équipe', 'فريق', '翻訳'];

export async function measure(): Promise<Measurement[]> {
  const teams = Array.from({ length: count }, (_, at) => ({
    id: `${String(at).padStart(8, '0')}-9a41-4e6f-93a1-000000000000`,
    display_name: `${words[at % words.length]} ${(at * 7919) % count}`,
    created_at_millis: (at * 104_729) % 1_000_000,
  }));
  const row = (name: string, run: () => unknown, limit: number): Measurement => {
    const times = Array.from({ length: rounds }, () => timeOf(run));
    const detail = `median of ${rounds}, longest ${Math.max(...times).toFixed(1)} ms`;
    return { name: `10000 teams, ${name}`, value: median(times), unit: 'ms', limit, detail };
  };
  const sort = (order: TeamOrder) => () => sortTeams(teams, order, 'en');
  return [
    row('search', () => findTeams(teams, 'jacq'), 50),
    row('sort by name', sort('name'), 150),
    row('sort by creation', sort('newest'), 50),
  ];
}

function timeOf(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}
