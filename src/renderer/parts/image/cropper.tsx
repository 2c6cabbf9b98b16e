import { type CSSProperties, useState } from 'react';
import EasyCrop from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { useMessages } from '#lib/use-messages.ts';
import type { CropArea } from './crop-image';
import styles from './image.module.css';

export interface CropperProps {
  url: string;
  onChange: (area: CropArea) => void;
}

const maxZoom = 5;

/** Moves and enlarges an image behind a round hole. The stylesheet is imported, as the page's policy refuses an inserted style tag. */
export function Cropper({ url, onChange }: CropperProps) {
  const { t } = useMessages();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  return (
    <>
      <div className={styles.stage}>
        <EasyCrop
          image={url}
          crop={crop}
          zoom={zoom}
          maxZoom={maxZoom}
          aspect={1}
          cropShape="round"
          showGrid={false}
          objectFit="contain"
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_percent, pixels) => onChange(pixels)}
          mediaProps={{ alt: '' }}
          cropperProps={{ role: 'group', 'aria-label': t('image.crop.area') }}
        />
      </div>
      <label className={styles.zoom}>
        <span>{t('image.crop.zoom')}</span>
        <input
          type="range"
          min={1}
          max={maxZoom}
          step={0.05}
          value={zoom}
          style={{ '--filled': (zoom - 1) / (maxZoom - 1) } as CSSProperties}
          aria-valuetext={t('image.crop.zoom.value', { percent: Math.round(zoom * 100) })}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </label>
    </>
  );
}
