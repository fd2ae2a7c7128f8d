/** What is shown while a screen has no data yet. */

import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'

const widths = ['35%', '100%', '92%', '97%', '88%', '95%']

export function Loading() {
  const text = useTexts(texts)
  return (
    <Stack p="md" aria-busy="true">
      <VisuallyHidden role="status">{text.loading}</VisuallyHidden>
      {widths.map(width => (
        <Skeleton key={width} height={22} width={width} />
      ))}
    </Stack>
  )
}
