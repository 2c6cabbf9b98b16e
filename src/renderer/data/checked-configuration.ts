/** Writes of the configuration whose response may be lost: then what is stored decides whether they were done. */
import { reportOf } from '#lib/errors/error-text.ts';
import { isSet, type WrittenLevel } from '#lib/rules/config-keys.ts';
import { isOutcomeUnknown } from '#lib/rules/unknown-outcome.ts';
import { type ConfigObject, changeConfiguration, readConfigLevel, resetConfigurationKeys } from './configuration';

/** Merges keys into a level. Rejects with the service's text for a value that it doesn't accept. */
export function writeConfigKeys(connectionId: string, level: WrittenLevel, changes: ConfigObject): Promise<void> {
  const isStored = (stored: ConfigObject) =>
    Object.entries(changes).every(([key, value]) => JSON.stringify(stored[key]) === JSON.stringify(value));
  return checked(connectionId, level, () => changeConfiguration(connectionId, level, changes), isStored);
}

/** Removes a key of a level. A service that can't reset keys stores null instead, which is the default of the key (wire/later 7.2). */
export function removeConfigKey(connectionId: string, level: WrittenLevel, key: string, canReset: boolean): Promise<void> {
  if (!canReset) return writeConfigKeys(connectionId, level, { [key]: null });
  return checked(
    connectionId,
    level,
    () => resetConfigurationKeys(connectionId, level, [key]),
    (stored) => !isSet(stored, key),
  );
}

async function checked(
  connectionId: string,
  level: WrittenLevel,
  write: () => Promise<unknown>,
  isStored: (stored: ConfigObject) => boolean,
): Promise<void> {
  try {
    await write();
  } catch (thrown) {
    if (!isOutcomeUnknown(reportOf(thrown))) throw thrown;
    const stored = await readConfigLevel(connectionId, level).catch(() => null);
    if (stored === null || !isStored(stored)) throw thrown;
  }
}
