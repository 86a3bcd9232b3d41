INSERT INTO turns (tenant, conversation, epoch, slot, position, turn_id, role, at, assistant, assistant_version, quality,
    drift, session_score, degrading, language, failure, stored_at)
SELECT '', 'talk ' || (n / 10), 0, n % 10, n % 10, 't' || n, 'assistant', {turn_at}, 'assistant ' || (n / 10 % 50),
    'v' || (n / 500 % 3), 0.9, false, 0.9, false, 'en', '', {turn_at}
FROM {turns};

INSERT INTO conversations (tenant, conversation, epoch, last_slot, last_at, stored_at, scored_slot, assistant,
    assistant_version, score, level, slope, degrading)
SELECT '', 'talk ' || n, 0, 9, {talk_at}, {talk_at}, 9, 'assistant ' || (n % 50), 'v' || (n / 50 % 3),
    (n * 7919 % 10007) / 10007.0, 0.9, 0.0, false
FROM {talks};

INSERT INTO findings (tenant, conversation, epoch, slot, number, kind, detector, severity, strength, confidence,
    later_turn, explanation, certificate_id, assistant, assistant_version, occurred_at)
SELECT '', 'talk ' || talk, 0, 7, 0, 'contradiction', {detector}, 'page', 0.9, 0.9, 7, '', 'c' || n,
    'assistant ' || (talk % 50), 'v' || (talk / 50 % 3), {guilty_at}
FROM (SELECT n, n * 20 + n / 5 % 20 AS talk FROM {guilty}) AS found;

INSERT INTO certificates (certificate_id, tenant, conversation, epoch, slot, kind, detector, severity, assistant,
    assistant_version, earlier_claim, later_claim, occurred_at, explanation, body, stored_at)
SELECT 'c' || n, '', 'talk ' || talk, 0, 7, 'contradiction', {detector}, 'page', 'assistant ' || (talk % 50),
    'v' || (talk / 50 % 3), '1.0', '7.0', {guilty_at}, '', '{{}}', {guilty_at}
FROM (SELECT n, n * 20 + n / 5 % 20 AS talk FROM {guilty}) AS found;

INSERT INTO gaps (tenant, conversation, epoch, slot, kind, position, assistant, assistant_version, occurred_at)
SELECT '', 'talk ' || n, 0, 5, 'gap', 5, 'assistant ' || (n % 50), 'v' || (n / 50 % 3), {talk_at}
FROM {talks};

INSERT INTO claims (tenant, conversation, epoch, claim, slot, turn, speaker, subject, relation, object, object_label,
    polarity, modality, sentence, status, status_slot, changed_by)
SELECT '', 'talk ' || n, 0, '5.0', 5, 5, 'assistant', 'e0', 'last', '24 months', '24 months', true, 'asserted',
    'The warranty lasts 24 months.', 'current', 5, ''
FROM {talks};

INSERT INTO entities (tenant, conversation, epoch, entity, label, type, slot, linked_to)
SELECT '', 'talk ' || n, 0, 'e0', 'warranty', 'concept', 5, ''
FROM {talks};
