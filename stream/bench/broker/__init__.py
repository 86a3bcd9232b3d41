"""What the pipeline costs and carries on Kafka, beside the embedded one and beside Faust that only passes bytes on."""
