"""The monitor on Kafka: connection, topics, the Faust agents that annotate and judge, dead letters, the archiver."""
