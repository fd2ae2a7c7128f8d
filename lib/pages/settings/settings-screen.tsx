/** What the API can read of the account, how it is changed, and how the pages look. */

import { Card, DataList, Grid, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Screen } from '../app/screen.tsx'
import { texts as appTexts } from '../app/texts.ts'
import { useSession } from '../session/api.ts'
import { languageNames, useTexts } from '../session/language.ts'
import { Appearance } from './appearance.tsx'
import { Commands } from './command-lines.tsx'
import { Guides } from './guides.tsx'
import { texts } from './texts.ts'

export function SettingsScreen() {
  const text = useTexts(texts)
  return (
    <Screen title={text.title}>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack>
            <Section title={text.store}>
              <Facts />
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
          <Section title={text.change} sentence={text.changeHint}>
            <Commands />
          </Section>
        </Grid.Col>
      </Grid>
    </Screen>
  )
}

interface SectionProps {
  title: string
  sentence?: string
  children: ReactNode
}

const Section = ({ title, sentence, children }: SectionProps) => (
  <Card withBorder component="section">
    <Title order={2} size="h4" mb="xs">
      {title}
    </Title>
    {sentence && (
      <Text size="sm" c="dimmed" mb="sm">
        {sentence}
      </Text>
    )}
    {children}
  </Card>
)

function Facts() {
  const { fields, features, modes, noFeatures } = useTexts(texts)
  const { scopes } = useTexts(appTexts)
  const { account } = useSession()
  const facts = [
    [fields.name, account.name],
    [fields.account, String(account.account)],
    [fields.mode, modes[account.mode]],
    [fields.currency, account.currency],
    [fields.language, languageNames[account.language]],
    [fields.timeZone, account.timeZone],
    [fields.features, account.features.map(feature => features[feature]).join(', ') || noFeatures],
    [fields.scope, scopes[account.scope]],
  ]
  return (
    <DataList>
      {facts.map(([label, value]) => (
        <DataList.Item key={label}>
          <DataList.ItemLabel>{label}</DataList.ItemLabel>
          <DataList.ItemValue>{value}</DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList>
  )
}
