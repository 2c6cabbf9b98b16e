import { describe, expect, it } from 'vitest';
import { AppError, type ErrorReport } from '../../contract/errors';
import { type RowResult, revokeSequentially } from './revoke-sequentially';

function runWith(failures: Readonly<Record<string, ErrorReport>>) {
  const said: string[] = [];
  const revoke = async (id: string) => {
    const report = failures[id];
    if (report) throw new AppError(report);
  };
  const tell = (id: string, result: RowResult | null) => said.push(`${id} ${result?.state ?? 'forgotten'}`);
  return revokeSequentially(['a', 'b', 'c'], revoke, tell).then((summary) => ({ summary, said }));
}

const refused: ErrorReport = { code: 'service-error', status: 503 };

describe('revoking several sessions', () => {
  it('revokes them one after another', async () => {
    const { summary, said } = await runWith({});
    expect(summary).toEqual({ revoked: 3, failed: 0, left: 0 });
    expect(said.slice(3)).toEqual(['a running', 'a revoked', 'b running', 'b revoked', 'c running', 'c revoked']);
  });

  it('continues after a rejected one', async () => {
    const { summary, said } = await runWith({ b: refused });
    expect(summary).toEqual({ revoked: 2, failed: 1, left: 0 });
    expect(said.slice(-3)).toEqual(['b failed', 'c running', 'c revoked']);
  });

  it.each(['session-ended', 'unreachable', 'bridge-lost'] as const)('stops at %s, and the rest is as before', async (code) => {
    const { summary, said } = await runWith({ a: { code } });
    expect(summary).toEqual({ revoked: 0, failed: 1, left: 2 });
    expect(said.slice(-3)).toEqual(['a failed', 'b forgotten', 'c forgotten']);
  });

  it('does nothing for an empty list', async () => {
    expect(
      await revokeSequentially(
        [],
        async () => {},
        () => {},
      ),
    ).toEqual({ revoked: 0, failed: 0, left: 0 });
  });
});
