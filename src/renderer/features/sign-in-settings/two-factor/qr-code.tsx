import { create } from 'qrcode';
import { useMemo } from 'react';
import styles from './two-factor.module.css';

/** Modules of white around the code, which readers need. */
const margin = 4;

/** A text as a QR code, drawn as one path: the page allows no other images. Dark on light in every theme. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => draw(text), [text]);
  const side = size + 2 * margin;
  return (
    <svg className={styles.qr} role="img" aria-label={label} viewBox={`0 0 ${side} ${side}`} shapeRendering="crispEdges">
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function draw(text: string): { readonly size: number; readonly path: string } {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const dark = [...data.keys()].filter((at) => data[at] === 1);
  return { size, path: dark.map((at) => `M${margin + (at % size)} ${margin + Math.floor(at / size)}h1v1h-1z`).join('') };
}
