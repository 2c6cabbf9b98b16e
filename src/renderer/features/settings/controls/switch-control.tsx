import { useSettings } from '../../../stores/settings';
import { Switch } from '../../../ui/inputs/switch';
import type { ControlProps, SwitchRow } from '../setting-row';
import { useChangeSetting } from '../use-change-setting';

/** A setting that is on or off; off while it has no effect. */
export function SwitchControl({ row: { setting }, labelId, describedBy, isDisabled, isIdle }: ControlProps & { row: SwitchRow }) {
  const change = useChangeSetting();
  const isOn = useSettings()[setting];
  return (
    <Switch
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      {...(isDisabled ? { 'aria-disabled': true } : {})}
      checked={isOn && !isIdle}
      onCheckedChange={(next) => isDisabled || change({ [setting]: next })}
    />
  );
}
