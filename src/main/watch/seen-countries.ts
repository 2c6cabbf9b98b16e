/** The countries that were seen in an account's sessions, which the list of sessions shares. */
import type { Account } from '#contract/bridge/accounts.ts';
import type { ViewValue } from '#contract/bridge/view-state.ts';
import { nullForAppError } from '#contract/errors.ts';
import { isCountryList, reviewCountries, seenCountriesKey } from '#contract/service/models/session-countries.ts';
import type { Session } from '#contract/service/models/user-models.ts';
import type { ViewState } from '../settings/view-state';

export interface SeenCountriesDeps {
  readonly viewState: Pick<ViewState, 'read' | 'write'>;
  readonly push: (value: ViewValue) => void;
}

type SeenBy = Pick<Account, 'id' | 'connectionId'>;

export interface SeenCountries {
  /** Returns the countries to point out, and remembers those of the first review and of the current session. None if that can't be stored. */
  review(account: SeenBy, sessions: readonly Session[]): Promise<readonly string[]>;
  /** Remembers a country, so that no window points it out again. */
  add(account: SeenBy, country: string): Promise<void>;
}

/** Creates the access to the view state. */
export function createSeenCountries({ viewState, push }: SeenCountriesDeps): SeenCountries {
  const read = async ({ id, connectionId }: SeenBy): Promise<readonly string[] | null> => {
    const value = (await viewState.read(connectionId))[seenCountriesKey(id)] ?? null;
    return isCountryList(value) ? value : null;
  };
  const write = async ({ id, connectionId }: SeenBy, countries: readonly string[]) => {
    const value = { scope: connectionId, key: seenCountriesKey(id), value: [...countries] };
    await viewState.write(value.scope, value.key, value.value);
    push(value);
  };
  const review = async (account: SeenBy, sessions: readonly Session[]) => {
    const seen = await read(account);
    const { unseen, remembered } = reviewCountries(seen, sessions);
    if (seen === null || seen.length !== remembered.length) await write(account, remembered);
    return unseen;
  };
  return {
    async review(account, sessions) {
      return (await review(account, sessions).catch(nullForAppError)) ?? [];
    },
    async add(account, country) {
      const seen = (await read(account)) ?? [];
      if (!seen.includes(country)) await write(account, [...seen, country]);
    },
  };
}
