"""The network: one encoder, and the heads that read its states. The service computes the heads from `heads.json`."""
import torch
import torch.nn as nn
import torch.nn.functional as F

FLAGS = ['task', 'event', 'fact', 'own', 'over', 'user', 'speaker', 'other']
# What only a fact, or only a task, can be.
OF = {'own': 'fact', 'over': 'fact', 'user': 'task', 'speaker': 'task', 'other': 'task'}
SPANS = ['task', 'event', 'fact', 'name', 'what', 'value', 'title']
TIME = 96
FAR = 8


def distance_features(far):
    """Sentences from a task to a time: same, before or after, and how far."""
    return [float(far == 0), float(far < 0), float(far > 0), min(abs(far), FAR) / FAR]


class Network(nn.Module):
    def __init__(self, encoder, meta):
        super().__init__()
        self.encoder, size = encoder, encoder.config.hidden_size
        self.flags = nn.Linear(size, len(FLAGS) + len(meta['acts']) + 1)
        self.relation = nn.Linear(size, len(meta['relations']))
        self.tag = nn.Linear(size, len(SPANS))
        self.whole = nn.Linear(size, len(meta['categories']) + 1)
        self.span, self.judge = nn.Linear(size, 2), nn.Linear(size, 3)
        self.sense = nn.Linear(size, size, bias=False)
        self.time_in, self.time_out = nn.Linear(3 * size + 2, TIME), nn.Linear(TIME, 1)
        self.due_in, self.due_out = nn.Linear(4 * size + 6, TIME), nn.Linear(TIME, 1)
        self.undated = nn.Linear(size, 2)
        nn.init.eye_(self.sense.weight)
        self.drop = nn.Dropout(.1)

    def hidden(self, rows):
        n = max(map(len, rows))
        ids, mask = torch.ones(len(rows), n, dtype=torch.long), torch.zeros(len(rows), n)
        for i, row in enumerate(rows): ids[i, :len(row)] = torch.tensor(row); mask[i, :len(row)] = 1
        return self.encoder(input_ids=ids, attention_mask=mask).last_hidden_state, mask

    def means(self, h, ranges):
        """The mean states of ranges, by one product: slices would each cost a gradient as large as all states."""
        rows = [(i * h.shape[1] + f, i * h.shape[1] + e) for i, some in enumerate(ranges) for f, e in some]
        weights = torch.zeros(len(rows), h.shape[0] * h.shape[1])
        for row, (f, e) in enumerate(rows): weights[row, f:e] = 1 / (e - f)
        return weights @ h.reshape(-1, h.shape[-1])

    def units(self, u):
        u = self.drop(u)
        return self.flags(u), self.relation(u)

    def tags(self, h): return self.tag(self.drop(h))

    def pooled(self, h, mask): return (h * mask.unsqueeze(-1)).sum(1) / mask.sum(1, keepdim=True)

    def talk(self, h, mask): return self.whole(self.drop(self.pooled(h, mask)))

    def meaning(self, h, mask): return F.normalize(self.sense(self.pooled(h, mask)), dim=1)

    def answer(self, h): return self.span(self.drop(h))

    def verdict(self, first): return self.judge(self.drop(first))

    def time_vectors(self, named, sentences, times):
        """The states of the day and of the hour of each time, with zeros for what was not said, and of their sentence."""
        padded = torch.cat([named, torch.zeros(1, named.shape[1])])
        days, hours, units = (torch.tensor([t[i] for t in times]) for i in (0, 1, 3))
        said = torch.stack([(days >= 0).float(), (hours >= 0).float()], 1)
        return torch.cat([padded[days], padded[hours], sentences[units], said], 1)

    def time_is_event(self, vectors): return self.time_out(F.relu(self.time_in(self.drop(vectors)))).squeeze(1)

    def due(self, u, due, vectors):
        none = self.undated(u)
        if not due['options']: return none
        far = torch.tensor([distance_features(far) for _, far in due['options']])
        some = vectors[torch.tensor([at for at, _ in due['options']])]
        rows = torch.cat([u.expand(len(some), -1), some, far], 1)
        return torch.cat([none, self.due_out(F.relu(self.due_in(self.drop(rows)))).squeeze(1)])
