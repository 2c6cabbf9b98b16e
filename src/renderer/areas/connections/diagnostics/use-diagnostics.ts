import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Connection } from '#contract/bridge/connections.ts';
import type { ErrorReport } from '#contract/errors.ts';
import { api, service } from '#data/api.ts';
import { queryKeys } from '#data/keys.ts';
import { useCurrentAccount } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { accountFinding, type Finding, networkFindings, serviceFindings } from './findings';

/** One part of the diagnostics. */
export interface DiagnosticsPart {
  /** Undefined until it has ended, or if it couldn't be run. */
  readonly findings: readonly Finding[] | undefined;
  readonly failure: ErrorReport | null;
}

export interface Diagnostics {
  /** The parts, in their order. Each starts once the one before has ended. */
  readonly parts: readonly [network: DiagnosticsPart, service: DiagnosticsPart, account: DiagnosticsPart];
  readonly isRunning: boolean;
  readonly isProxied: boolean;
  /** When the network was checked, by this computer's clock, in milliseconds. */
  readonly at: number;
  run(): void;
}

/** Nothing is kept: a result says how it is now. */
const fresh = { retry: false, staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false };

/** Runs the diagnostics of a connection when the screen opens, and again on request. They change nothing. */
export function useDiagnostics({ id, kind }: Connection): Diagnostics {
  const messages = useMessages();
  const account = useCurrentAccount(id);
  const [run, setRun] = useState(1);
  const keyOf = (part: string) => queryKeys.diagnostics(id, `${run} ${part}`);
  const network = useQuery({ ...fresh, queryKey: keyOf('network'), queryFn: () => api.diagnostics.run({ connectionId: id }) });
  const keys = useQuery({ ...fresh, queryKey: keyOf('keys'), queryFn: () => api.connections.test({ id }), enabled: isDone(network) });
  const accountId = account !== undefined && account.state !== 'invalid' ? account.id : undefined;
  const session = useQuery({
    ...fresh,
    queryKey: keyOf(`account ${accountId}`),
    queryFn: async () => {
      await service.users.me({ actor: 'account', connectionId: id, accountId: accountId ?? '' });
      return true;
    },
    enabled: isDone(keys) && accountId !== undefined,
  });
  const isAccountKnown = isDone(keys) && (accountId === undefined || isDone(session));
  const sessionFailure = session.error && reportOf(session.error);
  return {
    parts: [
      partOf(network, (data) => networkFindings(messages, data, kind === 'sandbox')),
      partOf(keys, (data) => serviceFindings(messages, data)),
      { findings: isAccountKnown ? [accountFinding(messages, account, sessionFailure)] : undefined, failure: null },
    ],
    isRunning: !isAccountKnown,
    isProxied: (network.data?.proxy ?? null) !== null,
    at: network.data?.at ?? 0,
    run: () => setRun((before) => before + 1),
  };
}

type Read<T> = Pick<UseQueryResult<T>, 'data' | 'error' | 'isFetching'>;

function isDone({ data, error, isFetching }: Read<unknown>): boolean {
  return !isFetching && (data !== undefined || error !== null);
}

function partOf<T>(read: Read<T>, findingsOf: (data: T) => readonly Finding[]): DiagnosticsPart {
  if (!isDone(read)) return { findings: undefined, failure: null };
  const { data, error } = read;
  return { findings: data === undefined || error ? undefined : findingsOf(data), failure: error && reportOf(error) };
}
