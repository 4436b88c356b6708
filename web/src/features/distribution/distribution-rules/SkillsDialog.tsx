import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { languages } from '../../../lib/languages.ts';
import { SeveralPickedField } from '../../../ui/form/SeveralPickedField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Grid } from '../../../ui/layout/Layout.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { useChangeAgentSkills, type Distribution } from './distribution-rules.queries.ts';

type Agent = Distribution['agents'][number];
type Typed = { readonly languages: Agent['languages']; readonly skills: string };

type SkillsDialogProps = { readonly distribution: Distribution; readonly onClose: () => void };

/** The languages and skills of each agent. Only the agents that were changed are saved. */
export function SkillsDialog({ distribution: { agents }, onClose }: SkillsDialogProps) {
  const { t } = useTranslation('distribution-rules');
  const [typed, setTyped] = useState<ReadonlyMap<string, Typed>>(new Map());
  const changing = useChangeAgentSkills();
  const valuesOf = ({ agentId, languages: spoken, skills }: Agent): Typed =>
    typed.get(agentId) ?? { languages: spoken, skills: skills.join(', ') };
  const change = (agent: Agent, changed: Partial<Typed>) =>
    setTyped(new Map(typed).set(agent.agentId, { ...valuesOf(agent), ...changed }));
  const submit = () => {
    const changed = [...typed].map(([agentId, { languages: spoken, skills }]) => ({
      agentId,
      languages: spoken,
      skills: skillsOf(skills),
    }));
    changing.mutate(changed, {
      onSuccess: () => {
        notify.success(t('skills.saved'));
        onClose();
      },
    });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('skills.title')}
      submitLabel={t('skills.save')}
      onSubmit={submit}
      busy={changing.isPending}
      failure={changing.error ? failureSentence(changing.error) : undefined}
      size="wide"
    >
      <p>{t('skills.meaning')}</p>
      {agents.map((agent) => (
        <Grid key={agent.agentId} min={14}>
          <SeveralPickedField
            id={`languages-${agent.agentId}`}
            label={t('skills.languagesOf', { name: agent.name })}
            groups={[
              {
                label: t('skills.languages'),
                options: languages.map(({ code, name }) => ({ value: code, label: name })),
              },
            ]}
            value={valuesOf(agent).languages}
            onChange={(chosen) =>
              change(agent, {
                languages: languages.flatMap(({ code }) => (chosen.includes(code) ? code : [])),
              })
            }
          />
          <TextField
            id={`skills-${agent.agentId}`}
            label={t('skills.skillsOf', { name: agent.name })}
            placeholder={t('skills.example')}
            maxLength={400}
            value={valuesOf(agent).skills}
            onChange={(skills) => change(agent, { skills })}
          />
        </Grid>
      ))}
    </FormDialog>
  );
}

/** Skills are typed with commas, also Arabic ones, between them. */
function skillsOf(text: string): string[] {
  return text
    .split(/[,،]/)
    .map((skill) => skill.trim())
    .filter((skill) => skill !== '');
}
