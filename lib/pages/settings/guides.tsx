/** Links to the documentation. */

import { Anchor, List } from '@mantine/core'
import { basePath } from '../session/api.ts'
import { useTexts } from '../session/language.ts'
import { texts } from './texts.ts'

export function Guides() {
  const { reference, guides, english } = useTexts(texts)
  const links = Object.entries(guides).map(([name, title]) => [`guides/${name}`, title])
  return (
    <List size="sm" spacing={4}>
      {[['', reference], ...links].map(([path, title]) => (
        <List.Item key={path}>
          <Anchor href={`${basePath}../docs${path && `/${path}`}`} size="sm">
            {title}
            {english}
          </Anchor>
        </List.Item>
      ))}
    </List>
  )
}
