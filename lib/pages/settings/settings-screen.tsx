/** The settings screen: the account, the commands that change it, the appearance of the pages, and guides. */

import { Anchor, Grid, List, Stack, Text } from '@mantine/core'
import { ScreenWithTitle } from '../app/screen-with-title.tsx'
import { texts as appTexts } from '../app/texts.ts'
import { Facts } from '../details/facts.tsx'
import { Section } from '../details/section.tsx'
import { pagesPath, useSession } from '../session/client.ts'
import { languageNames, useTexts } from '../session/language.ts'
import { Appearance } from './appearance.tsx'
import { CommandLinesToCopy } from './command-lines-to-copy.tsx'
import { texts } from './texts.ts'

export function SettingsScreen() {
  const text = useTexts(texts)
  return (
    <ScreenWithTitle title={text.title}>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack>
            <Section title={text.store}>
              <StoreFacts />
            </Section>
            <Section title={text.pages}>
              <Appearance />
            </Section>
            <Section title={text.docs}>
              <Guides />
            </Section>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Section title={text.change}>
            <Text size="sm" c="dimmed" mb="sm">
              {text.changeHint}
            </Text>
            <CommandLinesToCopy />
          </Section>
        </Grid.Col>
      </Grid>
    </ScreenWithTitle>
  )
}

function StoreFacts() {
  const { fields, features, modes, noFeatures } = useTexts(texts)
  const { scopes } = useTexts(appTexts)
  const { account } = useSession()
  return (
    <Facts
      facts={[
        [fields.name, account.name],
        [fields.account, account.account],
        [fields.mode, modes[account.mode]],
        [fields.currency, account.currency],
        [fields.language, languageNames[account.language]],
        [fields.timeZone, account.timeZone],
        [fields.features, account.features.map(feature => features[feature]).join(', ') || noFeatures],
        [fields.scope, scopes[account.scope]],
      ]}
    />
  )
}

/** The links to the API reference and the guides. */
function Guides() {
  const { reference, guides, english } = useTexts(texts)
  const links = Object.entries(guides).map(([name, title]) => [`guides/${name}`, title])
  return (
    <List size="sm" spacing={4}>
      {[['', reference], ...links].map(([path, title]) => (
        <List.Item key={path}>
          <Anchor href={`${pagesPath}../docs${path && `/${path}`}`} size="sm">
            {title}
            {english}
          </Anchor>
        </List.Item>
      ))}
    </List>
  )
}
