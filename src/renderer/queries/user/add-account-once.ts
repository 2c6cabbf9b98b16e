import { reportOf } from '../../lib/errors/error-text';
import { isRefusal } from '../../lib/errors/is-refusal';

interface Account {
  readonly provider_config_id: string;
  readonly account_id: string;
}

interface Listed {
  readonly type: string;
  readonly account_id: string;
}

interface AddAccountDeps {
  readonly send: () => Promise<unknown>;
  /** Reads the accounts of the user. */
  readonly list: () => Promise<readonly Listed[]>;
}

/** Adds an account. If the response was lost, the account is looked for: the service refuses to add it twice. Throws if it wasn't added. */
export async function addAccountOnce({ provider_config_id: type, account_id: id }: Account, { send, list }: AddAccountDeps): Promise<void> {
  try {
    await send();
  } catch (thrown) {
    if (isRefusal(reportOf(thrown))) throw thrown;
    const listed = await list().catch(() => []);
    if (!listed.some((account) => account.type === type && account.account_id === id)) throw thrown;
  }
}
