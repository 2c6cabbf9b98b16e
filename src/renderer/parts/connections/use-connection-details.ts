import type { Connection } from '#contract/bridge/connections.ts';
import { inRailOrder } from '#contract/rail-order.ts';
import { currentAccount, useTopic } from '#data/topics.ts';
import { hostOf } from '#lib/host-of.ts';
import { useAccountName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';

/**
 * Returns for each row what has to be shown beside its first text, so that no two rows look the same: its second text, and as many of the
 * following ones as needed. Rows that are equal in all texts can't be distinguished.
 */
export function distinctDetails(rows: readonly (readonly string[])[]): string[][] {
  return rows.map((row) => {
    const isShared = (length: number) =>
      rows.some((other) => other !== row && row.slice(0, length).every((text, at) => other[at] === text));
    let length = 2;
    while (length < row.length && isShared(length)) length += 1;
    return row.slice(1, length);
  });
}

interface DetailOptions {
  /** Whether the host is shown also where the name and the environment are enough. */
  readonly hasHost: boolean;
}

/**
 * Returns for each connection, by its ID, what to show beside its name and environment, so that no two look the same: the server, the project
 * ID, the current account, and the number in the rail, as far as needed.
 */
export function useConnectionDetails(shown: readonly Connection[], { hasHost }: DetailOptions): ReadonlyMap<string, string> {
  const { t } = useMessages();
  const nameOf = useAccountName();
  const all = inRailOrder(useTopic('connections.list'));
  const accounts = useTopic('accounts.list');
  const rows = shown.map((connection) => {
    const { id, name, environment, baseUrl, projectId } = connection;
    const account = currentAccount(accounts, id);
    const signedIn = account === undefined ? t('shell.account.none') : nameOf(account);
    const number = t('link.choose.number', { number: all.findIndex((one) => one.id === id) + 1 });
    return [`${name} ${environment}`, ...(hasHost ? [] : ['']), hostOf(baseUrl), projectId, signedIn, number];
  });
  const details = distinctDetails(rows);
  return new Map(shown.map(({ id }, at) => [id, (details[at] ?? []).filter((text) => text !== '').join(' · ')]));
}
